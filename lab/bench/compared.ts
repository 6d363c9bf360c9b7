import { type Figure, median, type Options } from './figures.ts'
import { type Call, type Length, load, type Speed, sample } from './load.ts'
import type { Child, Stage } from './servers/child.ts'

/** Turns alternate between the sides and are short, so that other load affects both. Odd, for the median. */
const TURNS = { full: 15, quick: 5 }
/** Length of a turn of one side. */
const TURN_SECONDS = { full: 0.6, quick: 0.3 }

export type ComparedCall = Call & {
  /** Requests of a turn of one side, for calls that consume a prepared row. */
  readonly requests?: number
  /** The smallest share of the bare route's requests per second. */
  readonly ratioMin?: number
}

type Side = Speed & {
  /** CPU milliseconds per request; more reliable than the rate on a busy machine. */
  readonly cpu: number
}

/** The call against the application and against bare Fastify with the same response, in alternating turns. */
export async function compare(
  { api, bare }: Stage<{ readonly url: string }>,
  call: ComparedCall,
  { isQuick }: Options,
): Promise<Figure[]> {
  const size = isQuick ? 'quick' : 'full'
  await bare.serve(await sample(api.ready.url, call))
  const { requests } = call
  const length = requests === undefined ? { seconds: TURN_SECONDS[size] } : { requests }
  const apiSide = () => side(api, call, length)
  const bareSide = () => side(bare, call, length)
  /** Swaps the order of the sides with each turn. */
  const turn = async (index: number): Promise<[Side, Side]> => {
    if (index % 2 === 0) return [await apiSide(), await bareSide()]
    const bareSpeed = await bareSide()
    return [await apiSide(), bareSpeed]
  }
  await turn(0)
  const turns = []
  for (let i = 0; i < TURNS[size]; i++) turns.push(await turn(i))
  return figuresOf(call, turns)
}

async function side(
  child: Child<{ readonly url: string }>,
  call: Call,
  length: Length,
): Promise<Side> {
  const before = await child.cpuTime()
  const speed = await load(child.ready.url, call, length)
  return { ...speed, cpu: ((await child.cpuTime()) - before) / speed.requests }
}

function figuresOf(
  { name: subject, ratioMin }: ComparedCall,
  turns: readonly (readonly [Side, Side])[],
): Figure[] {
  const of = (value: (api: Side, bare: Side) => number) =>
    median(turns.map(([api, bare]) => value(api, bare)))
  const lower = { subject, better: 'lower' } as const
  const higher = { subject, better: 'higher' } as const
  return [
    {
      ...higher,
      name: 'rate',
      value: of((api) => api.rate),
      unit: 'requests/s',
    },
    { ...lower, name: 'p50', value: of((api) => api.p50), unit: 'ms' },
    { ...lower, name: 'p99', value: of((api) => api.p99), unit: 'ms' },
    { ...lower, name: 'processor time', value: of((api) => api.cpu * 1000), unit: 'µs' },
    { ...higher, name: 'bare rate', value: of((_, bare) => bare.rate), unit: 'requests/s' },
    {
      ...higher,
      name: 'ratio',
      value: of((api, bare) => api.rate / bare.rate),
      unit: 'times',
      goal: ratioMin,
    },
  ]
}
