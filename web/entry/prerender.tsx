import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { prepareScreen } from './screens.ts';

export async function render(address: string): Promise<string> {
  await prepareScreen(address);
  return renderToString(
    <Router ssrPath={address}>
      <App />
    </Router>,
  );
}
