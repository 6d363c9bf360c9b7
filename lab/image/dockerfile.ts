import { DockerfileParser, type Instruction, ModifiableInstruction } from 'dockerfile-ast'

export type Step = {
  /** In capitals. */
  readonly keyword: string
  readonly flags: readonly { readonly name: string; readonly value: string }[]
  /** What follows the flags, with continued lines joined. */
  readonly text: string
  /** The words of `text`, or the texts of its JSON array. */
  readonly words: readonly string[]
}
export type Stage = {
  readonly name: string
  readonly base: string
  readonly steps: readonly Step[]
}

/**
 * The stages of a Dockerfile in their order, without the ARGs before the first.
 * @returns stages without a name have their number for one
 */
export function dockerStages(dockerfile: string): Stage[] {
  const stages: (Stage & { steps: Step[] })[] = []
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const step = stepOf(instruction)
    if (step.keyword === 'FROM') {
      const [base = '', , name = String(stages.length)] = step.words
      stages.push({ name, base, steps: [] })
    } else stages.at(-1)?.steps.push(step)
  }
  return stages
}

function stepOf(instruction: Instruction): Step {
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : []
  const text = (instruction.getArgumentsContent() ?? '').replace(/^(--\S+\s+)*/, '').trim()
  return {
    keyword: instruction.getKeyword(),
    flags: flags.map((flag) => ({ name: flag.getName(), value: flag.getValue() ?? '' })),
    text,
    words: execForm(text) ?? text.split(/\s+/).filter(Boolean),
  }
}

/** The command of `["node", "main.ts"]`, also behind `HEALTHCHECK ... CMD`; undefined for a line of the shell. */
function execForm(text: string): string[] | undefined {
  const json = /^(?:CMD\s+)?(\[.*\])$/s.exec(text)?.[1]
  return json === undefined ? undefined : (JSON.parse(json) as string[])
}

/** `NAME=value` and `NAME="value"` of ENV and ARG; an ARG without a value is not set. */
export const variablesOf = ({ text }: Step): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)].map(
      ([, name = '', quoted, plain = '']): [string, string] => [name, quoted ?? plain],
    ),
  )
