import { registrationCalls } from '../../../contract/registration.ts'
import { type ComparedCall, compare } from '../compared.ts'
import type { Part } from '../figures.ts'
import { onStage, type Stage } from '../servers/child.ts'
import type { SeatsReady } from '../servers/seatsProcess.ts'

/** Sign-ups of a turn; each uses up an event, on both sides. */
const SIGN_UPS = 100
const GOALS = { read: 0.06, signUp: 0.04 } as const

export const part: Part = {
  title: 'Seats of an event',
  about:
    'A member reads the registration of an event with fifty others, and signs up for one such event after the other, on ' +
    'SQLite, against a bare Fastify route that sends the same bytes and writes nothing. A sign-up locks account and event, ' +
    'counts, writes the seat and its mail and commits to the disk. How a run of two hundred members on ten seats ends on ' +
    'three processes is for lab/races/eventSeats.test.ts.',
  run: async (options) => ({
    figures: await onStage('seatsProcess.ts', async (stage: Stage<SeatsReady>) => {
      const figures = []
      for (const call of calls(stage.api.ready))
        figures.push(...(await compare(stage, call, options)))
      return figures
    }),
  }),
}

function calls({ access, events }: SeatsReady): ComparedCall[] {
  const path = (event: number) =>
    `/api${registrationCalls.signUp.path.replace(':id', String(event))}`
  const headers = { authorization: `Bearer ${access}` }
  const [first = 0] = events
  let next = 0
  return [
    {
      name: 'read a registration',
      method: 'GET',
      path: path(first),
      headers,
      ratioMin: GOALS.read,
    },
    {
      name: 'sign up',
      method: 'POST',
      path: () => path(events[next++] ?? first),
      headers,
      body: () => JSON.stringify({ answers: [], may_wait: false }),
      requests: SIGN_UPS,
      ratioMin: GOALS.signUp,
    },
  ]
}
