import { elsewhere as worlds } from '../../../test/helpers/browser/world.ts'
import { elsewhere as servers } from '../../../test/helpers/server/testServer.ts'
import { startOnCluster } from './startOnCluster.ts'
import { startWorldOnCluster } from './startWorldOnCluster.ts'

// Runs before each test file of a run on a cluster.
servers.start = startOnCluster
worlds.start = startWorldOnCluster
