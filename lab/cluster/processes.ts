import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { steadyPort } from '../../scripts/steadyPort.ts'
import { type ApiProcess, startApiProcess } from './apiProcess.ts'
import { stopPart } from './daemons.ts'

type Env = Readonly<Record<string, string>>

type Where = { readonly name: string; readonly port: number; readonly deskPort: number }
/** Content of `processes.json` in the folder of the cluster. */
type Kept = {
  /** Settings that all of them share. */
  readonly env: Env
  /** Settings that the last restart has added to those of the first start; null if it has failed. */
  readonly changes: Env | null
  readonly processes: readonly Where[]
}

const file = (folder: string): string => join(folder, 'processes.json')
const keep = (folder: string, kept: Kept): void =>
  writeFileSync(file(folder), JSON.stringify(kept, null, 2), { mode: 0o600 })

export const readProcesses = (folder: string): Kept =>
  JSON.parse(readFileSync(file(folder), 'utf8')) as Kept

/** Starts processes of the product and waits until they are ready. */
export async function startProcesses(
  folder: string,
  count: number,
  env: Env,
): Promise<ApiProcess[]> {
  const processes: Where[] = []
  for (let number = 1; number <= count; number++)
    processes.push({
      name: `process-${number}`,
      port: await steadyPort(),
      deskPort: await steadyPort(),
    })
  return start(folder, { env, changes: {}, processes })
}

/**
 * Restarts the processes at the same addresses, from any program on this machine.
 * @param changes settings in addition to those of the first start
 */
export async function restartProcesses(folder: string, changes: Env): Promise<void> {
  const kept = readProcesses(folder)
  keep(folder, { ...kept, changes: null })
  await Promise.all(kept.processes.map(({ name }) => stopPart(folder, name)))
  await start(folder, { ...kept, changes })
}

/** Starts the first one before the others, because it migrates and seeds under locks. */
async function start(folder: string, kept: Kept): Promise<ApiProcess[]> {
  const env = { ...kept.env, ...kept.changes }
  const startOne = (where: Where) => startApiProcess({ folder, ...where, env })
  const [first, ...others] = kept.processes
  if (first === undefined) throw new Error('A cluster has one process at least.')
  const started = [await startOne(first), ...(await Promise.all(others.map(startOne)))]
  keep(folder, kept)
  return started
}
