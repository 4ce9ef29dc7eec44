const RINGS: readonly { readonly r: number; readonly seats: number; readonly lit: readonly number[] }[] = [
  { r: 96, seats: 0, lit: [] },
  { r: 168, seats: 8, lit: [1, 5] },
  { r: 248, seats: 14, lit: [2, 6, 11] },
  { r: 336, seats: 20, lit: [4, 9, 15, 18] },
  { r: 432, seats: 26, lit: [1, 12, 21] },
];

/** Decorative picture: callers around a ring, some of them in a call. */
export function RingPicture({ className }: { readonly className: string }) {
  return (
    <svg className={className} viewBox="-470 -470 940 940" aria-hidden="true" focusable="false">
      {RINGS.map(({ r, seats, lit }, ring) => (
        <g key={r}>
          <circle r={r} fill="none" stroke="#fff" strokeOpacity={0.14 - ring * 0.02} strokeWidth={1.5} />
          {Array.from({ length: seats }, (_, i) => {
            const angle = (i / seats) * 2 * Math.PI + ring * 0.37;
            const on = lit.includes(i);
            return (
              <circle
                key={i}
                cx={Math.cos(angle) * r}
                cy={Math.sin(angle) * r}
                r={on ? 7 : 4}
                fill={on ? '#ffc76b' : '#fff'}
                fillOpacity={on ? 0.95 : 0.32 - ring * 0.04}
              />
            );
          })}
        </g>
      ))}
      <path
        d="M38 40A56 56 0 1 1 55 0"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.5"
        strokeWidth="10"
        strokeLinecap="round"
      />
    </svg>
  );
}
