import { spawnSync } from 'node:child_process'

/** The first of these programs that works; a client without a running daemon does not. */
export const findEngine = (...names: string[]): string | undefined =>
  names.find((name) => spawnSync(name, ['info']).status === 0)

/** Docker format, because podman and buildah drop the health check by default. */
const env = { ...process.env, BUILDAH_FORMAT: 'docker' }

/** @throws Error with the end of the output, unless the program ends with 0 */
export function call(engine: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(engine, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env,
  })
  if (status === 0) return stdout.trim()
  const printed = `${stdout}${stderr}`.slice(-3000)
  throw error ?? new Error(`${engine} ${args[0]} ends with ${status}:\n${printed}`)
}
