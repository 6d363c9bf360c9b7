/** How `setup` asks; a test answers by itself. */
export type Ask = {
  /** @param problemOf a sentence about an answer that cannot be used; null for one that can */
  readonly text: (question: string, preset: string, problemOf: ProblemOf) => Promise<string>
  /** Never shown, and typed twice. */
  readonly password: (question: string, problemOf: ProblemOf) => Promise<string>
  readonly choice: <Value extends string>(
    question: string,
    choices: readonly { readonly value: Value; readonly name: string }[],
  ) => Promise<Value>
  readonly yes: (question: string, preset: boolean) => Promise<boolean>
}
export type ProblemOf = (answer: string) => string | null | Promise<string | null>

/** The person has ended the questions, with Ctrl+C or by closing the terminal. */
export class Interrupted extends Error {}

/**
 * Questions in a terminal.
 * @param streams for tests
 */
export async function makeTerminal(
  streams: Readonly<{ input?: NodeJS.ReadableStream; output?: NodeJS.WritableStream }> = {},
): Promise<Ask> {
  const [{ default: input }, { default: password }, { default: select }, { default: confirm }] =
    await Promise.all([
      import('@inquirer/input'),
      import('@inquirer/password'),
      import('@inquirer/select'),
      import('@inquirer/confirm'),
    ])
  const ended = (error: unknown): never => {
    const hasEnded = error instanceof Error && error.name === 'ExitPromptError'
    throw hasEnded ? new Interrupted() : error
  }
  const validated = (problemOf: ProblemOf) => async (answer: string) =>
    (await problemOf(answer)) ?? true
  return {
    text: (message, preset, problemOf) =>
      // What is proposed gives way to what is typed; the Tab key takes it over for changes.
      input({ message, default: preset, validate: validated(problemOf) }, streams).catch(ended),
    async password(question, problemOf) {
      const hidden = { mask: false, toggleMask: false } as const
      const typed = (message: string, check: ProblemOf) =>
        password({ ...hidden, message, validate: validated(check) }, streams).catch(ended)
      for (let message = question; ; message = `The two differ. ${question}`) {
        const first = await typed(message, problemOf)
        if ((await typed('Once more', () => null)) === first) return first
      }
    },
    choice: (message, choices) => select({ message, choices }, streams).catch(ended),
    yes: (message, preset) => confirm({ message, default: preset }, streams).catch(ended),
  }
}
