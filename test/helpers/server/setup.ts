import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAdmin } from '#server/admin/run.ts'
import { type Ask, Interrupted } from '#server/admin/setup/ask.ts'
import { loadDotEnv } from '#server/config/dotEnv.ts'
import { openDatabase } from '#server/db/open.ts'
import type { DataPlace } from './places.ts'

export const PASSWORD = 'Golden-Pear-731'

export const FLAGS = {
  url: 'https://club.example',
  'desk-url': 'https://desk.club.example',
  name: 'Würfel & Co',
  zone: 'Europe/Berlin',
  languages: 'de, en',
  email: 'ada@club.example',
  username: 'Ada',
}
export const withFlags = (flags: Readonly<Record<string, string>>): string[] =>
  Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])

/** Runs `setup` as on a new machine; a file that it has saved counts, as at every start. */
export async function setUp({ env, dataDir }: DataPlace, argv: readonly string[], ask?: Ask) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const given: Record<string, string | undefined> = { DATA_DIR: dataDir, ...env, SEED: '' }
  loadDotEnv(given)
  const code = await runAdmin(['setup', ...argv], given, {
    print,
    complain: print,
    ...(ask && { ask }),
  })
  return { code, text: lines.join('\n') }
}

/** A file with one line, as an editor of Windows saves it. */
export function fileWith({ dataDir }: DataPlace, line: string): string {
  const file = `${dataDir}-${line.length}`
  writeFileSync(file, `\uFEFF${line}\r\n`)
  return file
}

export const passwordFile = (place: DataPlace): string => fileWith(place, PASSWORD)

export async function usersOf({ dataDir }: DataPlace) {
  const { db } = openDatabase({ dataDir, databaseUrl: undefined })
  const users = await db.selectFrom('users').select(['email', 'role', 'activated_at']).execute()
  await db.destroy()
  return users
}

export const settingsIn = ({ dataDir }: DataPlace): string | null => {
  const file = join(dataDir, 'settings.env')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** A person who answers from a list, by the words of the question, and leaves before question number `until`. */
export function personWith(answers: Readonly<Record<string, string | boolean>>, until = Infinity) {
  const asked: string[] = []
  const answer = (question: string, preset: string | boolean) => {
    asked.push(question)
    if (asked.length > until) throw new Interrupted()
    const found = Object.entries(answers).find(([words]) => question.includes(words))
    return found === undefined ? preset : found[1]
  }
  const ask: Ask = {
    async text(question, preset, problemOf) {
      const typed = String(answer(question, preset))
      const problem = await problemOf(typed)
      if (problem !== null) throw new Error(`${question}: ${problem}`)
      return typed
    },
    password: async (question) => String(answer(question, '')),
    choice: async (question, choices) => answer(question, choices[0]?.value ?? '') as never,
    yes: async (question, preset) => Boolean(answer(question, preset)),
  }
  return { asked, ask }
}

export const SPOKEN = {
  'Address of the site': 'https://club.example',
  'Name of your community': 'Würfel & Co',
  encrypt: 'none',
  'Host of the mail server': '127.0.0.1',
  'User at': 'us@club',
  'Password at': 'p@ss:word',
  'messages of the contact form': 'us@club.example',
  'Email address of': 'ada@club.example',
  'Username of': 'Ada',
  Password: PASSWORD,
}
