import { cutText } from '#shared/cutText.ts'
import { printable } from './keys.ts'

/** Characters. Names can have 400, and a stranger may have written an advertisement. */
const NAME_MAX = 80
export const shortened = (name: string): string =>
  [...name].length <= NAME_MAX
    ? name
    : `${cutText(name, [...name].slice(0, NAME_MAX - 1).join('').length)}…`

/** Full stops, also characters that host names treat as one, before anything that can continue a host name. */
const STOP_IN_NAME = /[.\u2024\u3002\ufe52\uff0e\uff61](?![\s\p{P}]|$)/gu
/** A time of day is no match. */
const MARK_IN_ADDRESS = /(?<!\d):(?=\S)|@(?=\S)/g

/** A name for a mail, changed so that mail programs find no address in it to make a link of. */
export const nameInMail = (name: string): string =>
  shortened(printable(name).replace(STOP_IN_NAME, '$& ').replace(MARK_IN_ADDRESS, '$& '))
