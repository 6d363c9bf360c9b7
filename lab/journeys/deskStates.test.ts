import { walkStates } from '../../test/helpers/browser/walkStates.ts'
import { deskStates } from './deskStates.ts'

describe('every page and dialog of the desk can be used and read, in each theme and width', () => {
  walkStates('desk', deskStates)
})
