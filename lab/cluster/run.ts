/**
 * A cluster on this machine, from Debian's packages: nginx, three processes, pgbouncer, PostgreSQL with a synchronous
 * standby, an S3 store and a mail server.
 *
 * `npm run lab -- cluster` starts one with the demonstration and runs until Ctrl-C; `-- stop` ends it from elsewhere, also
 * when its starter was killed; `-- promote` makes the standby the primary, after the primary has died. A folder as the
 * last argument is used in place of `.cache/cluster`. Each start begins anew. Variables of the environment that are
 * settings of the product, such as LOG_LEVEL, are passed on.
 */
import { join, resolve } from 'node:path'
import { messageOf } from '../../server/config/thrown.ts'
import { running, stopAll } from './daemons.ts'
import { readPlace } from './place.ts'
import { promote } from './promote.ts'
import { type Cluster, startCluster } from './startCluster.ts'

const COMMANDS = ['start', 'stop', 'promote'] as const
type Command = (typeof COMMANDS)[number]

const [first, second] = process.argv.slice(2)
const isCommand = (word: string | undefined): word is Command =>
  COMMANDS.some((command) => command === word)
const command = isCommand(first) ? first : 'start'
const folder = resolve(
  (isCommand(first) ? second : first) ?? join(import.meta.dirname, '../../.cache/cluster'),
)
const DEMONSTRATION = { SEED: 'demo', LOG_LEVEL: 'info' }

const run: Readonly<Record<Command, () => Promise<void>>> = {
  start,
  stop,
  promote: promoteStandby,
}
await run[command]().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exit(1)
})

async function start(): Promise<void> {
  const env = { ...DEMONSTRATION, ...given(['NODE_ENV', 'SEED', 'LOG_LEVEL', 'RATE_LIMITS']) }
  const cluster = await startCluster({
    folder,
    env,
    sitePort: port('PORT'),
    deskPort: port('DESK_PORT'),
  })
  for (const line of description(cluster)) console.log(line)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await cluster.stop()
      process.exit(0)
    })
  // nginx has ended: `stop` was called from elsewhere.
  await cluster.ended
  await cluster.stop()
  process.exit(0)
}

function given(names: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of names) {
    const value = process.env[name]
    if (value) values[name] = value
  }
  return values
}

function port(name: string): number | undefined {
  const value = process.env[name]
  return value === undefined ? undefined : Number(value)
}

function description(cluster: Cluster): string[] {
  const lines = [
    ['site', cluster.url],
    ['desk', cluster.deskUrl],
    ...cluster.processes.map(({ name, address, deskAddress }) => [
      name,
      `${address} (desk ${deskAddress})`,
    ]),
    ['pgbouncer', cluster.pooler.url],
    ['primary', cluster.primary.url],
    ['standby', cluster.standby.url],
    ['mail', cluster.mailbox.url],
    ['files', folder],
  ]
  return lines.map(([name = '', where]) => `${name.padEnd(12)}${where}`)
}

async function stop(): Promise<void> {
  const parts = [...running(folder).keys()]
  if (parts.length === 0) throw new Error(`No cluster runs in ${folder}.`)
  await stopAll(folder)
  console.log(`Stopped ${parts.join(', ')}.`)
}

async function promoteStandby(): Promise<void> {
  await promote(readPlace(folder))
  console.log('The standby is the primary now.')
}
