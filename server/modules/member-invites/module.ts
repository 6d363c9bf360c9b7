import { DAY_MS } from '../../config/time.ts'
import type { Module } from '../face.ts'
import { type InviteForTeam, makeFollower } from './answers.ts'
import type { FindGroups } from './checkList.ts'
import { memberInvitesModule } from './deskRoutes.ts'
import { memberInviteMails } from './mails.ts'
import { deleteEndedInvites, memberInvitesData } from './repository.ts'

type Needs = { readonly findGroups: FindGroups; readonly inviteForTeam: InviteForTeam }

export const memberInvites = {
  gives: {},
  make: ({ findGroups, inviteForTeam }: Needs): Module => ({
    desk: (desk, deps) => memberInvitesModule(desk, deps, { findGroups }),
    mails: memberInviteMails.writers,
    jobs: [(deps, log) => makeFollower(deps, log, inviteForTeam)],
    expiries: { memberInvites: { expire: deleteEndedInvites, keptMs: DAY_MS } },
    personalData: memberInvitesData,
  }),
}
