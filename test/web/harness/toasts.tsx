import '../../../web/theme.css';
import { createRoot } from 'react-dom/client';
import { toast } from '../../../web/components/toast.ts';

const types = ['info', 'success', 'warning', 'error', 'default'] as const;
const positions = ['top-left', 'top-right', 'top-center', 'bottom-left', 'bottom-right', 'bottom-center'] as const;

/** A button for each type of toast and each position that the toast component knows. */
function Toasts() {
  return (
    <main>
      {types.map((type) => (
        <button key={type} onClick={() => toast[type](`um ${type}`)}>
          {type}
        </button>
      ))}
      {positions.map((position) => (
        <button key={position} onClick={() => toast.info(`em ${position}`, { position })}>
          {position}
        </button>
      ))}
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(<Toasts />);
