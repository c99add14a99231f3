/** Texts about an air-raid alarm during an exam. `where`: «У Київській області». */
export const alarmTexts = {
  begun: (where: string) => `${where} тривога. Зупинити годинник?`,
  stop: 'Зупинити',
  notNow: 'Не зараз',
  over: 'Тривогу скасовано.',
}
