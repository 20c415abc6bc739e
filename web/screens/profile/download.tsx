import { CallButton } from '../../components/pending.tsx';
import { Actions } from '../../components/secondary/actions.tsx';
import { fileOf, saveAs } from '../../components/secondary/save-as.ts';
import { toast } from '../../components/toast.ts';
import { useAction } from '../../shell/signed-in/calls.tsx';

type DownloadProps = {
  request: (token: string) => Promise<Response>;
  fileName: string;
  toasts: { done: string; failed: string };
  children: string;
};

export function Download({ request, fileName, toasts, children }: DownloadProps) {
  const download = useAction({
    call: async (token: string) => fileOf(await request(token), fileName),
    done(file: File) {
      saveAs(file.name, file);
      toast.success(toasts.done);
    },
    failed: toasts.failed,
  });
  return (
    <Actions>
      <CallButton tone="quiet" call={download} words="Baixando…" onClick={() => download.run()}>
        {children}
      </CallButton>
    </Actions>
  );
}
