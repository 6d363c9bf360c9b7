import fc from 'fast-check'
import type { Model, Person } from './people.ts'
import { LOOKS, type Look, type Site } from './site.ts'

/** Steps that were made, over all runs. */
export const made = { steps: 0 }

/** A step of a member or of the staff, in the model and in the product. */
class Step<Args> implements fc.AsyncCommand<Model, Site> {
  readonly name: string
  readonly args: Args
  readonly look: Look
  readonly act: (model: Model, site: Site, args: Args) => Promise<void>

  constructor(name: string, args: Args, look: Look, act: Step<Args>['act']) {
    this.name = name
    this.args = args
    this.look = look
    this.act = act
  }

  check(): boolean {
    return true
  }

  async run(model: Model, site: Site): Promise<void> {
    made.steps++
    await this.act(model, site, this.args)
    await LOOKS[this.look](model, site)
  }

  toString(): string {
    const args = Object.entries(this.args as object).map(([key, value]) => `${key} ${value}`)
    return `${this.name} (${args.join(', ')})`
  }
}

export type AnyStep = fc.Arbitrary<fc.AsyncCommand<Model, Site>>

/** @param look the lists that are compared afterwards */
export const step = <Args extends object>(
  name: string,
  look: Look,
  args: fc.Arbitrary<Args>,
  act: (model: Model, site: Site, args: Args) => Promise<void>,
): AnyStep => args.map((drawn) => new Step(name, drawn, look, act))

/** One of the rows; undefined if there is none. */
export const pick = <Row>(rows: readonly Row[], n: number): Row | undefined => rows[n % rows.length]

/** One of the registered people. */
export function someone({ people }: Model, n: number): Person {
  const person = pick(people, n)
  if (person === undefined) throw new Error('There are members from the start')
  return person
}

export const who = fc.nat({ max: 5 })
export const which = fc.nat({ max: 7 })
/** An id without a row. */
export const NO_ID = 2_000_000_000
