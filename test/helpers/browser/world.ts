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
  /** Stops the server and removes its data. */
  readonly stop: () => Promise<void>
}

/**
 * `demo` and `empty`: `server/main.ts` in a process of its own, with the demonstration or without any rows. A function:
 * the same applications in this process, on a database that the function fills; their clock is the test's.
 */
export type World = 'demo' | 'empty' | ((server: DeskServer) => Promise<unknown>)

export type WorldOptions = {
  /** Host of site and desk instead of the IP address, to which no passkey can be bound. Only for functions. */
  host?: 'localhost'
  env?: Record<string, string>
  /** Folder with the built site, if it is not the one of `npm run build`. */
  cwd?: string
}

/** Replaces the start of worlds on this machine; set by the setup of a run on a cluster. */
export const elsewhere: {
  start?: (world: World, options: WorldOptions) => Promise<BrowserServer>
} = {}
