import type { Command, PlaceCommand } from './command.ts'

type Described = Pick<Command | PlaceCommand, 'usage' | 'does' | 'args' | 'flags' | 'values'>

const WIDTH = 26

const row = ([name, does]: readonly [string, string]): string =>
  name.length < WIDTH - 1
    ? `  ${name.padEnd(WIDTH)}${does}`
    : `  ${name}\n  ${' '.repeat(WIDTH)}${does}`

/** All commands. */
export function usageOf(all: readonly Described[]): string {
  const width = Math.max(...all.map(({ usage }) => usage.length)) + 2
  const lines = all.map(({ usage, does }) => `  ${usage.padEnd(width)}${does}`)
  return [
    'Usage: npm run admin -- COMMAND',
    ...lines,
    'Write --help behind a command for its flags.',
  ].join('\n')
}

/** One command, with its arguments and flags. */
export function helpOf({ usage, does, args = {}, flags = {}, values = {} }: Described): string {
  const options = [
    ...Object.entries(values).map(([name, [value, what]]) => [`--${name} ${value}`, what] as const),
    ...Object.entries(flags).map(([name, what]) => [`--${name}`, what] as const),
    ['--help', 'shows this'] as const,
  ]
  return [
    `Usage: npm run admin -- ${usage}`,
    `${does.charAt(0).toUpperCase()}${does.slice(1)}.`,
    '',
    ...[...Object.entries(args), ...options].map(row),
  ].join('\n')
}
