"""Before a switch: what is left, what is entered, and whether to sum up what is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Button, Checkbox, Input, OptionList
from textual.widgets.option_list import Option

from pitui.core.branching.switch import SwitchPlan
from pitui.rendering.picture import Line
from pitui.tui.dialogs.dialog import Dialog, words
from pitui.tui.widgets.picture_view import PictureView

Way: TypeAlias = Literal["look", "summarize", "custom"]
WAYS: tuple[Way, ...] = ("look", "summarize", "custom")


@dataclass(frozen=True, slots=True)
class SwitchChoice:
    """How a person wants to switch."""

    way: Way
    """Just look, sum up, or sum up with a prompt of one's own."""
    instructions: str = ""
    replace_instructions: bool = False
    label: str = ""
    resume_here: bool = False
    """Whether pi should go on from the new leaf; only asked when nothing is summed up."""


class SwitchDialog(Dialog[SwitchChoice]):
    """Asks how to switch; the answer is a choice, or None to stay."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "accept", "switch", show=False),
        Binding("f3", "request", "read the request", show=False),
    ]

    def __init__(
        self,
        title: str,
        plan: SwitchPlan,
        draw: Callable[[int, bool], Sequence[Line]],
        *,
        asked: str,
        cost: str,
        read_request: Callable[[SwitchChoice], None],
        choice: SwitchChoice | None = None,
    ) -> None:
        """`draw` makes the picture for a width, with or without a summary; `asked` says who would write it, `cost`
        what it would take.
        """
        super().__init__(title)
        self._plan = plan
        self._draw = draw
        self._asked = asked
        self._cost = cost
        self._read_request = read_request
        self._drawn_summed_up = False
        self._choice = choice or SwitchChoice("look")

    def compose_body(self) -> ComposeResult:
        yield PictureView(lambda width: self._draw(width, False), id="switch-picture")
        yield OptionList(*self._options(), id="ways", compact=True)
        if not self._plan.can_summarize:
            yield words(
                "Nothing that is left behind was said to the model, so there is nothing to sum up.",
                classes="dialog--about",
            )
        yield Checkbox(
            "pi resumes here (writes one invisible marker entry)", self._choice.resume_here, id="resume", compact=True
        )
        yield Input(
            self._choice.instructions, placeholder="what the summary should attend to", id="instructions", compact=True
        )
        yield Checkbox(
            "replace the default instructions", self._choice.replace_instructions, id="replace", compact=True
        )
        yield Input(self._choice.label, placeholder="label (optional)", id="label", compact=True)
        yield words(self._asked, classes="dialog--about", id="asked")
        yield words("", classes="dialog--effect", id="effect")

    def _options(self) -> list[Option]:
        options = [Option(Content("No summary                     just look"), id="look")]
        if self._plan.can_summarize:
            options.append(Option(Content(f"Summarize                      {self._cost}"), id="summarize"))
            options.append(Option(Content("Summarize with custom prompt"), id="custom"))
        return options

    def compose_buttons(self) -> ComposeResult:
        yield Button("Read the request  F3", id="request", compact=True)
        yield Button("Switch  ^S", id="accept", variant="primary", compact=True)
        yield Button("Stay  esc", id="cancel", compact=True)

    def on_mount(self) -> None:
        menu = self.query_one("#ways", OptionList)
        menu.highlighted = min(WAYS.index(self._choice.way), menu.option_count - 1)
        menu.focus()
        self._show_fields()

    @property
    def choice(self) -> SwitchChoice:
        """The answer as the fields stand."""
        return SwitchChoice(
            way=WAYS[self.query_one("#ways", OptionList).highlighted or 0],
            instructions=self.query_one("#instructions", Input).value,
            replace_instructions=self.query_one("#replace", Checkbox).value,
            label=self.query_one("#label", Input).value.strip(),
            resume_here=self.query_one("#resume", Checkbox).value,
        )

    def on_option_list_option_highlighted(self) -> None:
        self._show_fields()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter takes the way, after the prompt where one is to be written."""
        event.stop()
        if event.option.id == "custom" and not self.choice.instructions:
            self.query_one("#instructions").focus()
        else:
            self.action_accept()

    def on_checkbox_changed(self) -> None:
        self._show_fields()

    def on_input_changed(self) -> None:
        self._show_fields()

    def _show_fields(self) -> None:
        """Show what belongs to the way chosen, and say what it writes."""
        choice = self.choice
        summed_up = choice.way != "look"
        if summed_up != self._drawn_summed_up:
            self._drawn_summed_up = summed_up
            self.query_one(PictureView).show(lambda width: self._draw(width, summed_up), keep_place=True)
        self.query_one("#resume").display = choice.way == "look"
        self.query_one("#instructions").display = choice.way == "custom"
        self.query_one("#replace").display = choice.way == "custom"
        self.query_one("#asked").display = choice.way != "look"
        self.query_one("#request").display = choice.way != "look"
        self.query_one("#effect").update(Content(_effect(choice)))  # type: ignore[attr-defined]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_accept()

    def action_accept(self) -> None:
        self.dismiss(self.choice)

    def action_request(self) -> None:
        if self.choice.way != "look":
            self._read_request(self.choice)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        super().on_button_pressed(event)
        if event.button.id == "accept":
            self.action_accept()
        elif event.button.id == "request":
            self.action_request()


def _effect(choice: SwitchChoice) -> str:
    """What the choice writes, in words."""
    if choice.way != "look":
        labelled = ", then its label" if choice.label else ""
        return f"Writes one branch_summary entry under the new leaf{labelled}; pi will resume there."
    if choice.resume_here or choice.label:
        labelled = ", then the label on the target" if choice.label else ""
        return f"Writes one invisible marker under the new leaf{labelled}; pi will resume there."
    return "Writes nothing: the leaf is only looked at, and pi goes on from where it is."
