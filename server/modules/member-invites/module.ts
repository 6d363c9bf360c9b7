import { DAY_MS } from '../../config/time.ts'
import { makePoller, type Poller } from '../../mail/poller.ts'
import type { Log, Module } from '../face.ts'
import { type FindGroups, memberInvitesRoutes } from './deskRoutes.ts'
import { followInvites, type InviteForTeam, type Parts } from './follow.ts'
import { memberInviteMails } from './mails.ts'
import { deleteEndedInvites, isOnList, memberInvitesData } from './repository.ts'

type Needs = { readonly findGroups: FindGroups; readonly inviteForTeam: InviteForTeam }

export const memberInvites = {
  gives: { isOnList },
  make: ({ findGroups, inviteForTeam }: Needs): Module => ({
    desk: (desk, deps) => memberInvitesRoutes(desk, deps, { findGroups }),
    mails: memberInviteMails.writers,
    jobs: [(deps, log) => makeFollower(deps, log, inviteForTeam)],
    expiries: { memberInvites: { expire: deleteEndedInvites, keptMs: DAY_MS } },
    personalData: memberInvitesData,
  }),
}

const POLL_MS = 5000

const makeFollower = (parts: Parts, log: Log, inviteForTeam: InviteForTeam): Poller =>
  makePoller(log, 'invites to register could not be followed', POLL_MS, async (isStopped) => {
    const counts = await followInvites(parts, inviteForTeam, isStopped)
    if (counts.came + counts.reminded > 0) log.info(counts, 'invites to register were followed')
  })
