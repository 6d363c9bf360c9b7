import { encode } from 'uqr'
import { t } from '../i18n.ts'

/** Light modules around the code, which scanners need. */
const QUIET_ZONE = 4
/** CSS pixels. */
const WIDTH = 208

/** Drawn in the browser: the secret is not sent anywhere. */
export const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      aria-label={t('second_step.qr')}
      height={WIDTH}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
      width={WIDTH}
    >
      <rect fill="#fff" height={size} width={size} />
      <path d={path} fill="#000" />
    </svg>
  )
}
