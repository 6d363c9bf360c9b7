import { browserslistToTargets, transform } from 'lightningcss'
import manifest from '../package.json' with { type: 'json' }
import { paletteRule } from '../tailwind.config.ts'

/** The supported browsers, for which style sheets are written. */
export const styleTargets = browserslistToTargets(
  manifest.browserslist.map((each) => each.replace(' >=', '')),
)

const palette = Object.entries(paletteRule)
  .map(([selector, properties]) => {
    const declarations = Object.entries(properties).map(([name, value]) => `${name}:${value};`)
    return `${selector}{${declarations.join('')}}`
  })
  .join('')

/** The style sheet of pages that the server writes, with the colours and for the supported browsers. */
export const plainStyle = (sheet: string): string =>
  transform({
    filename: 'page.css',
    code: Buffer.from(palette + sheet),
    targets: styleTargets,
    minify: true,
  }).code.toString()
