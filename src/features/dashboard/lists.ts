/**
 * Groups, invites and mutes also change by what others do. An answer older than this is asked for again
 * when its tab is opened. Seconds.
 */
export const FRESH_FOR = { refetchOnMountOrArgChange: 5 } as const
