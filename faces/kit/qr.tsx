import { encode } from 'uqr'

/** As one path of dark squares, with the quiet border that a reader needs; white behind it on dark paper too. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="var(--code-paper)" />
      <path d={path} fill="var(--code-ink)" />
    </svg>
  )
}
