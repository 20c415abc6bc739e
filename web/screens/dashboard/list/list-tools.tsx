import { levelLabel, LEVELS, levelOf } from '#contract/choices.ts';
import { type ListView, type Order, ORDERS } from './list-view.ts';
import styles from './list-tools.module.css';

export function FilterCount({ isFiltered, visible, technologies }: ListView) {
  return (
    <p role="status" className={styles.count}>
      {isFiltered && (
        <>
          {visible.length} de {technologies.length}
          <span className="sr-only"> tecnologias</span>
        </>
      )}
    </p>
  );
}

type ListToolsProps = { view: ListView; selecting: boolean; onSelect: () => void };

export function ListTools({ view, selecting, onSelect }: ListToolsProps) {
  const { found, level: chosen, setLevel, order, setOrder } = view;
  return (
    <div className={styles.tools}>
      <div role="group" aria-label="Filtrar por nível">
        {LEVELS.map((level) => (
          <button
            key={level}
            type="button"
            aria-pressed={level === chosen}
            onClick={() => setLevel(level === chosen ? undefined : level)}
          >
            {levelLabel(level)} {found.filter(({ status }) => levelOf(status) === level).length}
          </button>
        ))}
      </div>
      <div>
        <select aria-label="Ordenar" value={order} onChange={(event) => setOrder(event.target.value as Order)}>
          {Object.entries(ORDERS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <button type="button" aria-pressed={selecting} onClick={onSelect}>
          Escolher várias
        </button>
      </div>
    </div>
  );
}
