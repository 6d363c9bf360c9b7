import { registrationCalls } from '#contract/registration.ts'
import { endpointsOf } from '../http/endpoints.ts'

export const registrationApi = endpointsOf(registrationCalls, {
  queries: { getRegistration: { tags: (id) => [['Registration', id]] } },
  changes: {
    signUp: { puts: 'getRegistration' },
    confirmSeat: { puts: 'getRegistration' },
    cancelRegistration: { puts: 'getRegistration' },
    giveBackCompanion: { puts: 'getRegistration' },
  },
})
