import type { listSuperusers } from '../../modules/account/repository.ts'
import type { Context } from '../command.ts'
import type { Ask } from './ask.ts'

export type Asking = Pick<
  Context,
  'db' | 'engine' | 'clock' | 'settings' | 'values' | 'flags' | 'print'
> & {
  /** Null without a terminal: everything comes from flags. */
  readonly ask: Ask | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** Settings of the environment or of `.env`, which `setup` cannot change. */
  readonly fixed: ReadonlySet<string>
  readonly known: { readonly siteName: string | null } & Superusers
  /** What is wrong with the flags, without a terminal. */
  readonly faults: { readonly missing: string[]; readonly wrong: string[] }
}

export type Waiting = Awaited<ReturnType<typeof listSuperusers>>[number]
export type Superusers = {
  readonly hasActive: boolean
  /** The first superuser, who has not set a password by the link yet. */
  readonly waiting: Waiting | null
}
