import type { AccountState } from '#contract/sets.ts'

type Account = { readonly activated_at: number | null; readonly deactivated_at: number | null }

export const accountState = ({ activated_at, deactivated_at }: Account): AccountState =>
  deactivated_at !== null ? 'deactivated' : activated_at === null ? 'registered' : 'active'

export const isActive = (account: Account): boolean => accountState(account) === 'active'
