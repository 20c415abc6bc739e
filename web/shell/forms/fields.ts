import { useEffect, useEffectEvent, useRef, useState } from 'react';

export type Texts = Record<string, string>;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * The fields of a form, by name. They are uncontrolled: the user may type before hydration. When `stored` changes, for
 * example in another tab, fields without unsaved changes show it.
 */
export function useFields<Values extends Texts>(names: (keyof Values & string)[], stored?: Values) {
  const ref = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(stored);
  const [values, setValues] = useState(stored);
  const sent = useRef(stored);
  const storedKey = JSON.stringify(stored);
  const showStored = useEffectEvent(() => {
    if (stored && storedKey !== JSON.stringify(saved)) save(stored);
  });
  useEffect(() => showStored(), [storedKey]);

  const control = (name: string) => ref.current?.elements.namedItem(name) as Control;
  const read = () => Object.fromEntries(names.map((name) => [name, control(name).value])) as Values;
  const hasChanged = (name: string, current: string | undefined) => (current ?? '') !== (saved?.[name] ?? '');
  const refresh = () => setValues(read());

  function setValue(name: keyof Values & string, value: string) {
    control(name).value = value;
    refresh();
  }

  function markSent() {
    sent.current = read();
  }

  /** Saves new values: shows them in the fields that have the `replaced` ones, by default those without unsaved changes. */
  function save(changed: Values, replaced = saved) {
    for (const name of names) {
      const field = control(name);
      if (field.value === (replaced?.[name] ?? '')) field.value = changed[name] ?? '';
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
    saveSent: (changed: Values) => save(changed, sent.current),
    focus: (name: keyof Values & string) => control(name).focus(),
  };
}
