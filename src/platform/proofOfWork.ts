const ALGORITHM = 'SHA-256'
/** What a challenge of another server may lack: such a one is refused as unsolvable. */
const NONE = { nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '' }

/** Browsers have the digests on secure pages alone. */
export const canProve = (): boolean => 'subtle' in crypto

/** Solves a challenge between other tasks, so that the page stays usable. Null where there is no solution. */
export async function solutionOf(parameters: object): Promise<object | null> {
  try {
    const [{ solveChallenge }, { deriveKey }] = await Promise.all([
      import(/* webpackChunkName: "proof" */ 'altcha-lib'),
      import(/* webpackChunkName: "proof" */ 'altcha-lib/algorithms/web/sha'),
    ])
    return await solveChallenge({
      challenge: { parameters: { ...NONE, ...parameters, algorithm: ALGORITHM } },
      deriveKey,
    })
  } catch {
    return null
  }
}
