/**
 * Thrown by a test that cannot run on a cluster; `npm run lab -- cluster test` lists it as not run, with the reason.
 */
export class NotOnCluster extends Error {
  constructor(reason: string) {
    super(`NotOnCluster: ${reason}`)
  }
}

/** Whether the tests of this run use the cluster of TEST_BASE_URL. */
export const isOnCluster = Boolean(process.env.TEST_BASE_URL)

/** @throws NotOnCluster in a run on the cluster */
export function onlyAlone(reason: string): void {
  if (isOnCluster) throw new NotOnCluster(reason)
}
