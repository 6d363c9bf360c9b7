import plugin from 'tailwindcss/plugin'
import { paletteRule } from '../tailwind.config.ts'

/** Sets the custom properties of the colours in the style sheet that names this plugin. */
export default plugin(({ addBase }) => addBase(paletteRule))
