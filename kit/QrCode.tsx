import { encode } from 'uqr'

/** Light modules around the code, which scanners need. */
const QUIET_ZONE = 4
/** CSS pixels. */
const WIDTH = 208

type Props = { text: string; label: string; className?: string }

/** Drawn in the browser, so that the text is sent nowhere. Black on white in dark pages too. */
export function QrCode({ text, label, className }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      width={WIDTH}
      height={WIDTH}
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
