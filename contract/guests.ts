import Type, { type Static } from 'typebox'
import type { ContentId } from './ids.ts'
import { COMPANION_NAME_MAX, SignUp } from './registration.ts'
import { type CallTable, openCall } from './route.ts'
import { byId, emailAddress, line, refused, unchecked } from './shapes.ts'

/* Seats of people without an account. */

/** Minutes that a seat is held until the button behind the mailed link is pressed. */
export const GUEST_HOLD_MINUTES = 30
/** Characters of a solved proof of work. */
const PROOF_MAX = 4000

/** The challenge of a proof of work, as `altcha-lib` makes and solves it. */
const Challenge = Type.Object({
  parameters: unchecked(Type.Object({}, { additionalProperties: true })),
  signature: Type.String(),
})

const GuestSignUp = Type.Object({
  ...SignUp.properties,
  name: line(COMPANION_NAME_MAX),
  email: emailAddress(),
  /** The challenge and its solution, as JSON. */
  proof: Type.String({ maxLength: PROOF_MAX }),
})
export type GuestSignUp = Static<typeof GuestSignUp>

/** Additions: announced by `guests` of a registration (behaviour 12.32). */
export const guestCalls = {
  getProof: openCall('GET', '/contents/registration/:id/proof', byId<ContentId>(), {
    summary: 'The challenge that the form for people without an account solves',
    response: { 200: Challenge, ...refused(404) },
  }),
  /** The response is the same for every address; what it means is in the mail. */
  signUpGuest: openCall('POST', '/contents/registration/:id/guest', byId<ContentId>(), {
    summary: 'Ask for a seat without an account, which is confirmed behind a mailed link',
    body: GuestSignUp,
    response: { 200: Type.Object({}), ...refused(400, 404, 409) },
  }),
} as const satisfies CallTable
