import { walkStates } from '../../test/helpers/browser/walkStates.ts'
import { deskStates } from './deskStates.ts'

// The short form leaves the light theme and forced colours to `FAULTS=long`.
describe('every page and dialog of the desk can be used and read, in each theme and width', () => {
  walkStates('desk', deskStates, process.env.FAULTS !== 'short')
})
