import { type ReactNode, useId } from 'react';
import classes from './TileGroup.module.css';

interface Tile<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly picture?: ReactNode;
  readonly disabled?: boolean;
}

interface Props<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly tiles: readonly Tile<V>[];
  readonly hint?: string;
  readonly onChange: (value: V) => void;
}

/** Radio group drawn as tiles. It uses native radio buttons, so arrow keys work. */
export function TileGroup<V extends string>({ label, value, tiles, hint, onChange }: Props<V>) {
  const name = useId();
  return (
    <fieldset className={classes['group']} aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend className={classes['legend']}>{label}</legend>
      <div className={classes['tiles']}>
        {tiles.map((tile) => (
          <label key={tile.value} className={classes['tile']}>
            <input
              type="radio"
              className={classes['input']}
              name={name}
              value={tile.value}
              checked={tile.value === value}
              disabled={tile.disabled ?? false}
              onChange={() => onChange(tile.value)}
            />
            {tile.picture}
            <span className={classes['word']}>{tile.label}</span>
          </label>
        ))}
      </div>
      {hint ? (
        <p className={classes['hint']} id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
