import { siteStates } from '../../test/e2e/states.ts'
import { walkStates } from '../../test/helpers/browser/walkStates.ts'
import { newcomer } from './firstStates.ts'
import { guest } from './seatStates.ts'
import { reader } from './translationStates.ts'

describe('every page and dialog of the site, at each width and over strange pictures', () => {
  walkStates('site', [...siteStates, guest, newcomer, reader])
})
