import { guestCalls } from '#contract/guests.ts'
import { registrationCalls } from '#contract/registration.ts'
import { endpointsOf } from '../http/endpoints.ts'

/** Programmes have the seats of events and of their tables. */
const ends = ['Programme'] as const

export const registrationApi = endpointsOf(registrationCalls, {
  queries: { getRegistration: { tags: (id) => [['Registration', id]] } },
  changes: {
    signUp: { puts: 'getRegistration', ends },
    confirmSeat: { puts: 'getRegistration', ends },
    cancelRegistration: { puts: 'getRegistration', ends },
    giveBackCompanion: { puts: 'getRegistration', ends },
  },
})

/** A challenge is solved once, so it is no query; what a call ends are the seats that visitors see. */
export const guestApi = endpointsOf(guestCalls, {
  changes: {
    getProof: {},
    signUpGuest: { ends: ({ id }) => [['Registration', id], ...ends] },
  },
})
