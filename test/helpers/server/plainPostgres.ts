import { randomUUID } from 'node:crypto'
import pg from 'pg'

/**
 * A database without extensions, and a user in it who may not install one either. The user of `TEST_DATABASE_URL` must
 * be able to create both.
 */
export async function makePlainDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  const superuser = new URL(process.env.TEST_DATABASE_URL ?? '')
  const inside = new URL(superuser)
  inside.pathname = `/${name}`
  await run(superuser, `create role ${name} login password 'plain'`)
  await run(superuser, `create database ${name} template template0`)
  await run(inside, `create schema ${name} authorization ${name}`)
  const url = new URL(inside)
  url.username = name
  url.password = 'plain'
  return {
    url: url.href,
    drop: async () => {
      await run(superuser, `drop database ${name} with (force)`)
      await run(superuser, `drop role ${name}`)
    },
  }
}

async function run({ href }: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
