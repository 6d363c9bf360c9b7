import { runCommand } from './places.ts'
import type { TestServer } from './startServer.ts'

/** Runs operator commands beside the running server. */
export const adminOf =
  ({ deps: { settings }, dataDir }: Pick<TestServer, 'deps' | 'dataDir'>) =>
  (...argv: string[]) => {
    const { databaseUrl, jwtSecret } = settings
    return runCommand({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, JWT_SECRET: jwtSecret }, argv)
  }
