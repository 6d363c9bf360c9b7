import type { TokenPair } from '../../contract/shapes.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { query } from '../cluster/databases.ts'
import type { Cluster } from '../cluster/startCluster.ts'
import type { Account } from './traffic.ts'

/** That many members of a new cluster, logged in. */
export async function readers({ url, primary }: Cluster, count: number): Promise<Account[]> {
  const post = (path: string, body: object) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const people = Array.from({ length: count }, (_, number) => ({
    email: `reader${number}@example.org`,
    username: `Reader${number}`,
    password: PASSWORD,
  }))
  for (const person of people) await (await post('/users/register/', person)).text()
  await query(primary.url, [
    'update users set activated_at = created_at where activated_at is null',
  ])
  const accounts: Account[] = []
  for (const { email, password } of people) {
    const tokens = (await (await post('/users/login/', { email, password })).json()) as TokenPair
    accounts.push({ email, ...tokens })
  }
  return accounts
}
