import { readFileSync } from 'node:fs'

/** A command line of a document, with its file and line. */
type Line = {
  /** The heading above it, or the sentence in bold that names a situation. */
  readonly place: string
  readonly text: string
}

type Runbook = {
  /**
   * Command lines below a heading or a sentence in bold, in order, as written.
   * @param pattern selects lines that match
   * @throws Error if there is none
   */
  readonly take: (place: string, pattern?: RegExp) => readonly string[]
  /** Lines that were not taken. */
  readonly left: () => readonly Line[]
}

/** Programs and statements with which a command within a sentence begins. */
const INLINE =
  /^(?:npm|npx|node|sqlite3|mv|rm|docker|kubectl|pg_ctl|psql|kill|chown|certbot|env|curl|alter) .*$/

function readRunbook(...files: readonly string[]): Runbook {
  const lines = files.flatMap((file) => linesOf(readFileSync(file, 'utf8')))
  const taken = new Set<Line>()
  return {
    take(place, pattern = /(?:)/) {
      const found = lines.filter((line) => line.place === place && pattern.test(line.text))
      if (found.length === 0)
        throw new Error(`${files.join()}: no line ${pattern} below "${place}"`)
      for (const line of found) taken.add(line)
      return found.map(({ text }) => text)
    },
    left: () => lines.filter((line) => !taken.has(line)),
  }
}

/** Lines of fenced blocks without comments, and commands within sentences. */
function linesOf(text: string): Line[] {
  let place = ''
  let isFenced = false
  let sentences = ''
  const found: Line[] = []
  const add = (line: string): void => void found.push({ place, text: line })
  const endOfText = (): void => {
    for (const [, span = ''] of sentences.matchAll(/`([^`]+)`/g)) if (INLINE.test(span)) add(span)
    sentences = ''
  }
  for (const line of text.split('\n')) {
    const name = /^(?:#+ (.+)|\*\*(.+?)\*\*)/.exec(line)
    if (line.startsWith('```')) {
      endOfText()
      isFenced = !isFenced
    } else if (isFenced) {
      if (line.trim() !== '' && !line.startsWith('#')) add(line)
    } else {
      if (name !== null) {
        endOfText()
        place = name[1] ?? name[2] ?? ''
      }
      sentences += `${line}\n`
    }
  }
  endOfText()
  return found
}

export const runbook = readRunbook('docs/operations.md', 'docs/large-site.md')

const CLUSTER_RUNS = 'lab/cluster/*.test.ts run it'
const NO_ENGINE = '"npm run lab -- image" builds and runs the image where there is an engine'
/** Lines that are not executed, and why. */
export const NOT_RUN: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npm run lab -- cluster$/, CLUSTER_RUNS],
  [/^npm run lab -- cluster promote$/, CLUSTER_RUNS],
  [/^npm run lab -- image$/, 'a part of "npm run lab -- ci"'],
  [/^npm run lab -- bench live$/, 'measures for minutes'],
  [/^npm start$/, 'names the command; each scenario starts the server'],
  [/^npm run admin -- import(\|export)?$/, 'names a command; the scenario of yesterday runs both'],
  [/^npm run admin -- site (export|import) my-site/, 'test/server/siteGuide.test.ts runs them'],
  [/^npm run admin -- publish FOLDER$/, 'names the command; the section "Data" runs it'],
  [/^npm run build$/, 'lab/journeys/staticCopy.test.ts runs the command on a built site'],
  [/^npm run admin -- setup$/, 'lab/checks/smallSite.test.ts runs it'],
  [/^npm run admin$/, 'names the command; the section "Data" runs it'],
  [/^node server\/admin\.ts promote …$/, 'not whole; the same as "npm run admin -- promote"'],
  [/^certbot --nginx$/, 'asks a public authority about a public name'],
  [/^kill -HUP$/, CLUSTER_RUNS],
  [/^pg_ctl promote --pgdata=<data>$/, 'the same as "pg_ctl promote -D", which runs here'],
  [/^(docker|docker compose) /, NO_ENGINE],
  [/^ {2}--volume discordia:/, NO_ENGINE],
  [/^chown -R 1000:1000$/, 'not whole; for folders of a container'],
  [/^kubectl /, 'there is no Kubernetes; lab/checks/kubernetes.test.ts checks the manifests'],
  [/^ {2}-f deploy\/kubernetes/, 'the end of a line of kubectl'],
  [/^- alert: |^ {2}expr: /, 'rules for Prometheus, not commands'],
]

/** Lines that lab/faults/runbook.test.ts executes, by purpose. */
export const lines = {
  demo: runbook.take('From the demonstration to a real site'),
  data: runbook.take('Data', /^npm run admin( --| {2})/),
  backup: runbook.take('Backup and restore', /-- backup /),
  restoreElsewhere: runbook.take('Backup and restore', /-- restore .*# in the image/),
  checkSums: runbook.take('Backup and restore', /sha256sum/),
  restore: runbook
    .take('Backup and restore', /^(systemctl|mv|npm run admin -- restore)/)
    .filter((line) => !line.includes('# in the image')),
  move: runbook.take('Moving from SQLite to PostgreSQL'),
  putAway: runbook.take('the database file is damaged', /^mv /),
  recover: runbook.take('the database file is damaged', /^sqlite3 /),
  full: runbook.take('the disk is full'),
  lost: runbook.take('The primary is lost'),
  hang: runbook.take('a process hangs', /^curl /),
  mails: runbook.take('emails fail'),
  secret: runbook.take('a secret leaked'),
  yesterday: runbook.take('yesterday must come back'),
  superuser: runbook.take('the last superuser is lost'),
  first: runbook.take('The staff desk', /^npm run admin -- promote/),
  limits: runbook.take('pgbouncer', /^alter/),
  standby: runbook.take('A standby, and its promotion', /^pg_basebackup/),
  synchronous: runbook.take('A standby, and its promotion', /^alter system.*'standby';$|^select/),
  alone: runbook.take('A standby, and its promotion', /= ''; select/),
  trigrams: runbook.take('Trigrams'),
}
