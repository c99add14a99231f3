/** What a person reads in an exam of an air-raid alarm in their region. `where`: «У Київській області». */
export const alarmTexts = {
  begun: (where: string) => `${where} тривога. Зупинити годинник?`,
  stop: 'Зупинити',
  notNow: 'Не зараз',
  over: 'Тривогу скасовано.',
}
