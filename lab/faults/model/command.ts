import fc from 'fast-check'
import type { Model, Person } from './people.ts'
import { LOOKS, type Look, type Site } from './site.ts'

/** Commands that were run, over all runs. */
export const made = { commands: 0 }

/** A call of a member or of the staff, made in the model and in the product (a command of fast-check). */
class ModelCommand<Args> implements fc.AsyncCommand<Model, Site> {
  readonly name: string
  readonly args: Args
  readonly look: Look
  readonly call: (model: Model, site: Site, args: Args) => Promise<void>

  constructor(name: string, args: Args, look: Look, call: ModelCommand<Args>['call']) {
    this.name = name
    this.args = args
    this.look = look
    this.call = call
  }

  check(): boolean {
    return true
  }

  async run(model: Model, site: Site): Promise<void> {
    made.commands++
    await this.call(model, site, this.args)
    await LOOKS[this.look](model, site)
  }

  toString(): string {
    const args = Object.entries(this.args as object).map(([key, value]) => `${key} ${value}`)
    return `${this.name} (${args.join(', ')})`
  }
}

export type AnyCommand = fc.Arbitrary<fc.AsyncCommand<Model, Site>>

/** @param look the lists that are compared afterwards */
export const command = <Args extends object>(
  name: string,
  look: Look,
  args: fc.Arbitrary<Args>,
  call: (model: Model, site: Site, args: Args) => Promise<void>,
): AnyCommand => args.map((drawn) => new ModelCommand(name, drawn, look, call))

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
