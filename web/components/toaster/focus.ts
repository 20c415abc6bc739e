let previousFocus: EventTarget | null = null;

export function restoreFocus() {
  if (previousFocus instanceof HTMLElement) previousFocus.focus();
}

/** F6 moves the focus to the newest toast, and back. Toasts never receive the focus automatically. */
export function listenForF6(toasts: Element) {
  toasts.addEventListener('focusin', (event) => {
    const from = event instanceof FocusEvent ? event.relatedTarget : null;
    if (!(from instanceof Node && toasts.contains(from))) previousFocus = from;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = toasts.contains(document.activeElement) ? previousFocus : toasts.querySelector('[data-newest]');
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    target.focus();
  });
}

const MAX_COVERED_SHARE = 0.4;

/** Moves the toasts to the bottom edge while they would cover the focused control (WCAG 2.4.11). */
export function keepFocusVisible(toasts: Element) {
  const place = () => {
    const focused = document.activeElement;
    if (toasts.contains(focused) || toasts.matches(':hover')) return;
    toasts.classList.remove('low');
    if (!(focused instanceof HTMLElement) || focused.tabIndex < 0) return;
    const coveredAtTop = coveredShare(toasts, focused);
    if (coveredAtTop <= MAX_COVERED_SHARE) return;
    toasts.classList.add('low');
    toasts.classList.toggle('low', coveredShare(toasts, focused) < coveredAtTop);
  };
  document.addEventListener('focusin', place);
  new ResizeObserver(place).observe(toasts);
}

function coveredShare(cover: Element, control: Element): number {
  const [above, below] = [cover.getBoundingClientRect(), control.getBoundingClientRect()];
  if (above.right <= below.left || above.left >= below.right) return 0;
  const height = Math.min(above.bottom, below.bottom) - Math.max(above.top, below.top);
  return Math.max(0, height / below.height);
}
