/** What the group page says besides `texts.groupPage`. */
export const groupWords = {
  give: (member: string) => `Make ${member} the owner`,
  giveSure: (member: string, owner: string) =>
    `${member} can invite, remove and disband then; ${owner} stays as a member.`,
  giveDone: (member: string) => `${member} owns the group now.`,
  remove: (member: string) => `Remove ${member}`,
  removeSure: (member: string, group: string) => `${member} is no longer in “${group}”.`,
  removeDone: (member: string) => `${member} is no longer in the group.`,
  joined: (at: string) => `since ${at}`,
  close: 'Close the group',
  closeField: 'Why it is closed',
  closeNote: (members: string) =>
    `The group and its open invites go for good. The reason is mailed to ${members}.`,
  closeDone: (name: string) => `“${name}” is closed.`,
  and: (names: string, more: number) => `${names} and ${more} more`,
}
