import type { CheckName, CheckRow, CheckState } from '#contract/checklist.ts'
import { ENGLISH } from '../config/locales.ts'
import { fillIn, someOf } from './kit.ts'
import { type Texts, textsIn } from './languages.ts'

type Checks = Texts['checklist']['checks']
/** Begins with the state: `wrong_old` is a check that is wrong. */
type Finding<Name extends CheckName> = Exclude<keyof Checks[Name], 'title'> & string

export type FoundCheck = {
  readonly name: CheckName
  readonly state: CheckState
  readonly finding: string
  readonly values: Readonly<Record<string, string | number | readonly string[]>> & {
    /** Milliseconds since then, such as `3 hours ago`. */
    readonly age?: number
  }
}

/** @param finding key of its sentence in `locales/en/checklist.json` */
export const check = <Name extends CheckName>(
  name: Name,
  finding: Finding<Name>,
  values: FoundCheck['values'] = {},
): FoundCheck => ({ name, state: finding.split('_')[0] as CheckState, finding, values })

/** Who can do what is to be done, where it is not the operator. */
const PLACES: Readonly<Record<string, CheckRow['place']>> = {
  'name.open': 'desk',
  'mail.open_untried': 'desk',
  'legal.open': 'desk',
  'legal.wrong': 'desk',
  'superusers.open': 'desk',
  'second_step.open': 'login',
  'reports.open': 'desk',
  'hooks.wrong': 'desk',
}

export function checkIn(language: string, { name, state, finding, values }: FoundCheck): CheckRow {
  const { title, ...findings } = textsIn(language).checklist.checks[name]
  const sentences: Readonly<Record<string, string>> = findings
  const texts = textsIn(language)
  const shown = Object.entries(values).map(([key, one]): [string, string | number] => [
    key,
    typeof one === 'object'
      ? someOf({ language, texts }, one)
      : key === 'age'
        ? agoOf(language, Number(one))
        : one,
  ])
  const place = PLACES[`${name}.${finding}`] ?? 'server'
  return {
    name,
    state,
    place,
    title,
    text: fillIn(sentences[finding] ?? '', Object.fromEntries(shown)),
  }
}

/** The words of `npm run admin -- doctor` around the checks. */
export const { states: checkStates, summary: checkSummary } = textsIn(ENGLISH).checklist

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function agoOf(language: string, ms: number): string {
  const [unit, length] = STEPS.find(([, step]) => ms >= step) ?? (['second', 1000] as const)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    -Math.floor(Math.max(ms, 0) / length),
    unit,
  )
}
