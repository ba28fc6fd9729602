/** Of the passwords that leaks have most often, those that are long enough to be taken otherwise. Small letters. */
const COMMON = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1234567891 123456789a 123456789q a123456789 q123456789 123123123123
1111111111 0000000000 1212121212 1231231231 1122334455 1010101010 2222222222 5555555555 6666666666 7777777777 8888888888 9999999999
qwertyuiop qwertyuiop1 qwertyuiop123 qwerty1234 qwerty12345 qwerty123456 qwerty123456789 1234qwerty 123qweasdzxc qweasdzxc123
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc qazwsxedcrfv 1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 asdfghjkl1 asdfghjkl123
asdfghjklzxcvbnm zxcvbnm123 zxcvbnm1234 abcdefghij abcdefghijk abcdefghijklmnop abcd1234567 abc1234567 abc123456789 abc123abc123
password01 password10 password11 password12 password123 password1234 password12345 password123456 password123! password1! password!1
passw0rd12 passw0rd123 p@ssw0rd123 p@ssword123 passwordpassword mypassword mypassword1 newpassword newpassword1 yourpassword
changeme123 changemenow pleasechange letmein123 letmein1234 letmeinnow welcome123 welcome1234 welcome12345 welcomeback
iloveyou123 iloveyou12 iloveyou1234 iloveyouforever iloveyoubaby ilovemyself ilovejesus jesuschrist jesus12345
administrator administrator1 admin12345 admin123456 admin123admin adminadmin adminadmin1 superadmin superadmin1 root123456 rootroot123
football12 football123 football1234 footballer basketball basketball1 baseball12 baseball123 liverpool1 liverpool123 liverpoolfc
manchester manchester1 manchesterunited manutd1234 chelsea123 chelsea1234 arsenal123 arsenal1234 barcelona1 barcelona123 realmadrid
realmadrid1 juventus123 tottenham1 tottenham123 newcastle1 newcastle123 celtic1888 rangers1872 everton123 everton1878
princess123 princess12 sunshine123 sunshine12 superman123 superman12 batman12345 spiderman1 spiderman123 starwars123 pokemon123
dragon12345 monkey12345 master12345 shadow12345 michael123 michael1234 jennifer123 charlie123 jordan2323 mustang123 computer123
internet123 samsung123 samsung1234 google1234 facebook123 whatever123 trustno1234 secret1234 secret12345 test123456 testtest123
test1234567 testing123 testing1234 temporary1 temporary123 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026
spring2025 spring2026 autumn2025 autumn2026 season2025 season2026 monday1234 hello12345 hello123456 helloworld helloworld1 goodmorning
ticketoffice boxoffice123 grandstand grandstand1 grandstand123 ticketing1 ticketing123 stadium123 matchday123 supporter1`.split(
    /\s+/,
  ),
)

/** Tried first: common ones, one character or a short piece over and over, and what everybody knows about the person. */
export function isCommonPassword(password: string, about: string[]): boolean {
  const small = password.normalize('NFKC').toLowerCase()
  if (COMMON.has(small) || /^(.{1,3})\1+$/su.test(small)) return true
  return about.some((known) => known.length >= 3 && (small === known || small === known.replaceAll(/\s/g, '')))
}
