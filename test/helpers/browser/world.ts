import type { DeskServer } from '#test/helpers/server/startDesk.ts'

export type BrowserServer = {
  /** Origins of the site and of the desk. */
  readonly url: string
  readonly deskUrl: string
  readonly dataDir: string
  /** The text of the newest mail to this recipient that matches `about`; waits until it is written. */
  readonly mailTo: (recipient: string, about: RegExp) => Promise<string>
  /** The first column of a query. */
  readonly values: (query: string) => Promise<unknown[]>
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>
}

/**
 * `demo` and `empty`: `server/main.ts` in a process of its own, with the demonstration or without any rows. A function:
 * the same applications in this process, on a database that the function fills; their clock is the test's.
 */
export type World = 'demo' | 'empty' | ((server: DeskServer) => Promise<unknown>)

export type WorldOptions = {
  /** Of site and desk, instead of the IP address, which no passkey can be bound to. For functions alone. */
  host?: 'localhost'
  env?: Record<string, string>
  /** Where the server finds the built site, when it is not the one of `npm run build`. */
  cwd?: string
}

/** Where worlds start in place of this machine: the setup of a run on a cluster fills it in. */
export const elsewhere: {
  start?: (world: World, options: WorldOptions) => Promise<BrowserServer>
} = {}
