import { useRef, type ComponentProps } from 'react';
import { Button } from '../../components/button.tsx';

type FileButtonProps = ComponentProps<typeof Button> & {
  label: string;
  accept: string;
  onChoose: (file: File) => void;
};

export function FileButton({ label, accept, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);

  function choose(fileInput: HTMLInputElement) {
    const file = fileInput.files?.[0];
    // Otherwise choosing the same file again fires no event.
    Object.assign(fileInput, { value: '' });
    if (file) onChoose(file);
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => choose(event.target)}
      />
      <Button tone="quiet" {...button} onClick={() => input.current?.click()} />
    </>
  );
}
