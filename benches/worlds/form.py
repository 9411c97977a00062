"""How the tables of a world are written."""


class T(str):
    """A template whose result begins with a capital letter."""
    def format(self, *a, **k):
        r = str.format(self, *a, **k)
        return r[:1].upper() + r[1:]


class Z(str):
    """A task in Chinese: gen_corpus joins task and object with " for ", this writes 任务（对象） instead."""
    def __add__(self, other):
        if other == " for ":
            return Zfor(self)
        return str.__add__(self, other)


class Zfor(str):
    def __add__(self, other):
        return "%s（%s）" % (str(self), other)


def ts(*xs):
    return [T(x) for x in xs]


P, F, D, C = "Preference", "Fact", "Decision", "Constraint"
