import { useRef, useState } from 'react';

export type Texts = Record<string, string>;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields of a form, by name. They are uncontrolled: the user may type before hydration. */
export function useFields<Values extends Texts>(names: (keyof Values & string)[], initial?: Values) {
  const ref = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(initial);
  const [values, setValues] = useState(initial);
  const sent = useRef(initial);

  const control = (name: string) => ref.current?.elements.namedItem(name) as Control | undefined;
  const read = () => Object.fromEntries(names.map((name) => [name, control(name)?.value])) as Values;
  const hasChanged = (name: string, current: string | undefined) => (current ?? '') !== (saved?.[name] ?? '');
  const refresh = () => setValues(read());

  function setValue(name: keyof Values & string, value: string) {
    const field = control(name);
    if (!field) return;
    field.value = value;
    refresh();
  }

  function markSent() {
    sent.current = read();
  }

  /** Empties a field unless it was changed after the form was sent. */
  function clearSent(name: keyof Values & string) {
    if (control(name)?.value === sent.current?.[name]) setValue(name, '');
  }

  /** Saves new values: shows them in the fields that have the `replaced` ones, by default those without unsaved changes. */
  function save(changed: Values, replaced = saved) {
    // The user has left the screen.
    if (!ref.current) return;
    for (const name of names) {
      const field = control(name);
      if (field?.value === (replaced?.[name] ?? '')) field.value = changed[name] ?? '';
    }
    setSaved(changed);
    refresh();
  }

  return {
    ref,
    saved,
    touched: names.some((name) => hasChanged(name, values?.[name])),
    read,
    refresh,
    valueOf: (name: keyof Values & string) => values?.[name] ?? '',
    setValue,
    markSent,
    clearSent,
    save,
    saveSent: (changed: Values) => save(changed, sent.current),
    focus: (name: keyof Values & string) => control(name)?.focus(),
  };
}
