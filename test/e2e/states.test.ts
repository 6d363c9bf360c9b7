import { walkStates } from '#test/helpers/browser/walkStates.ts'
import { siteStates } from './states.ts'

describe('every page and dialog of the site can be used and read, in a small and dark window', () => {
  walkStates('site', siteStates, false)
})
