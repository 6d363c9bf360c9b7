import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { steadyPort } from '../../scripts/steadyPort.ts'
import { type Daemon, startDaemon, until, untilListening } from './daemons.ts'
import type { Place } from './place.ts'

const run = promisify(execFile)

const BUCKET = 'discordia'
const REGION = 'eu-central-1'
/** The rest of OpenStack Swift's start: `swift-object-server` and so on. */
const PARTS = ['object', 'container', 'account'] as const

export type StorePlace = Pick<Place, 'folder' | 'password'> & {
  readonly ports: Pick<Place['ports'], 'store'>
}

/** Settings that make the product use it. */
export const storeEnv = ({ ports, password }: StorePlace): Record<string, string> => ({
  S3_BUCKET: BUCKET,
  S3_REGION: REGION,
  S3_ENDPOINT: `http://127.0.0.1:${ports.store}`,
  S3_ACCESS_KEY_ID: 'discordia:server',
  S3_SECRET_ACCESS_KEY: password,
})

/**
 * OpenStack Swift with its S3 interface, one copy of each file, and one bucket
 * (docs/decisions/017-the-cluster-stores-files-in-swift.md).
 */
export async function startStore(place: StorePlace): Promise<Daemon[]> {
  const folder = join(place.folder, 'store')
  mkdirSync(join(folder, 'devices/one'), { recursive: true })
  const parts = await Promise.all(PARTS.map((part) => startPart(place, folder, part)))
  writeFileSync(join(folder, 'proxy.conf'), proxyConfig(place, folder))
  const proxy = startSwift(place, folder, 'proxy')
  await untilListening(proxy, place.folder, place.ports.store)
  await makeBucket(place)
  return [...parts, proxy]
}

async function startPart(place: StorePlace, folder: string, part: string): Promise<Daemon> {
  const port = await steadyPort()
  const builder = join(folder, `${part}.builder`)
  // 2^4 partitions, 1 replica, no minimum hours between moves.
  await run('swift-ring-builder', [builder, 'create', '4', '1', '0'])
  await run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/one`, '1'])
  await run('swift-ring-builder', [builder, 'rebalance'])
  const config = `${common(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`
  writeFileSync(join(folder, `${part}.conf`), config)
  const daemon = startSwift(place, folder, part)
  await untilListening(daemon, place.folder, port)
  return daemon
}

const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_level = WARNING`

/** A cache must be configured although only another interface uses it; nothing listens at its address. */
const proxyConfig = (
  { ports, password }: StorePlace,
  folder: string,
): string => `${common(folder, ports.store)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_discordia_server = ${password} .admin
[filter:slo]
use = egg:swift#slo
`

const startSwift = (place: StorePlace, folder: string, part: string): Daemon =>
  startDaemon({
    folder: place.folder,
    name: `store-${part}`,
    command: `swift-${part}-server`,
    args: [join(folder, `${part}.conf`)],
  })

async function makeBucket(place: StorePlace): Promise<void> {
  const env = storeEnv(place)
  const client = new S3Client({
    region: REGION,
    endpoint: env.S3_ENDPOINT,
    forcePathStyle: true,
    credentials: {
      accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    },
  })
  const create = () =>
    client.send(new CreateBucketCommand({ Bucket: BUCKET })).then(
      () => true,
      () => false,
    )
  await until('the bucket', create)
  client.destroy()
}
