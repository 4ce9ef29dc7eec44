import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import classes from './BarMenu.module.css';

interface Props {
  /** Content of the button. */
  readonly button: ReactNode;
  readonly buttonClass?: string | undefined;
  /** Accessible name of the button, if its content is not enough. */
  readonly label?: string;
  readonly width: number;
  /** Content above the entries that is not an entry. */
  readonly head?: ReactNode;
  /** Elements with the role `menuitem` and the class `item`. */
  readonly children: ReactNode;
}

const MARGIN_PX = 8;

/**
 * Menu at a button of the layout, based on the browser's popover: it floats above everything, closes on an outside click or Escape, and
 * returns the focus. The layout is part of the first load, and a popover library would double its size.
 */
export function BarMenu({ button, buttonClass, label, width, head, children }: Props) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => popover.current?.hidePopover();
  const toggled = (e: ToggleEvent): void => {
    setOpen(e.newState === 'open');
    if (e.newState !== 'open') return;
    const items = itemsOf(e.currentTarget);
    (items.find((item) => item.getAttribute('aria-current') === 'true') ?? items[0])?.focus();
  };
  return (
    <>
      <button
        ref={target}
        id={`${id}-button`}
        type="button"
        className={buttonClass}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        {...(label ? { 'aria-label': label } : {})}
        onKeyDown={(e) => {
          if (e.key !== 'ArrowDown') return;
          e.preventDefault();
          popover.current?.showPopover();
        }}
      >
        {button}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={classes['menu']}
        style={{ width }}
        onBeforeToggle={(e) => {
          if (e.newState === 'open' && target.current) place(e.currentTarget, target.current, width);
        }}
        onToggle={toggled}
        onKeyDown={walk}
        onClick={(e) => {
          if (e.target instanceof Element && e.target.closest('[role="menuitem"]')) close();
        }}
      >
        {head}
        <div role="menu" {...(label ? { 'aria-label': label } : { 'aria-labelledby': `${id}-button` })}>
          {children}
        </div>
      </div>
    </>
  );
}

const itemsOf = (within: Element): HTMLElement[] => [...within.querySelectorAll<HTMLElement>('[role="menuitem"]')];

/** Places the menu below the button, or above it in the lower half of the window. Aligns the ends if there is space. */
const place = (menu: HTMLElement, button: HTMLElement, width: number): void => {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const wanted = getComputedStyle(button).direction === 'rtl' ? at.left : at.right - width;
  menu.style.left = `${Math.max(MARGIN_PX, Math.min(wanted, clientWidth - width - MARGIN_PX))}px`;
  const above = at.top > clientHeight / 2;
  menu.style.top = above ? 'auto' : `${at.bottom + MARGIN_PX}px`;
  menu.style.bottom = above ? `${clientHeight - at.top + MARGIN_PX}px` : 'auto';
};

/** Arrow keys, Home, End and first letters move between entries. Tab continues on the page. */
const walk = (e: KeyboardEvent<HTMLElement>): void => {
  const items = itemsOf(e.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const to = nextItem(
    items.map((item) => item.textContent),
    at,
    e.key,
  );
  if (e.key === 'Tab') e.currentTarget.hidePopover();
  if (to === at) return;
  e.preventDefault();
  items[to]?.focus();
};

const nextItem = (texts: readonly string[], at: number, key: string): number => {
  const count = texts.length;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1) return at;
  const letter = key.toLocaleLowerCase();
  const found = texts.findIndex((_, i) => texts[(at + 1 + i) % count]?.trim().toLocaleLowerCase().startsWith(letter));
  return found < 0 ? at : (at + 1 + found) % count;
};
